"""Every idea of the book on PyTorch tensors: the names and steps of groundup.lists, in batches."""

import torch

# One thread: sums are then added in one order, so that numbers repeat from run to run,
# and small models on a busy machine are faster than with several.
torch.set_num_threads(1)
