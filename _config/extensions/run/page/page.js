// What the build says of this page and of the engine's files.
const { src, dataset } = document.currentScript;
const page = {
  folder: new URL(".", src),
  name: dataset.page,
  elsewhere: dataset.elsewhere,
  engine: JSON.parse(dataset.engine),
};
