// Make an element with its properties and attributes.
function element(tag, properties = {}, attributes = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
