import math

scores = [2.0, 1.0, 0.5, -1.0]
largest = max(scores)
total = math.fsum(math.exp(score - largest) for score in scores)
for score in scores:
    print(f"a score of {score:4.1f} gets {math.exp(score - largest) / total:.4f}")
