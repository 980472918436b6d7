// Where the page asks what a program will print: a line for the reader's guess, held beside the output.
function makePrediction(box, question) {
  const field = element("input", { type: "text", className: "predict-answer" }, { autocomplete: "off" });
  const label = element("label", { textContent: "I expect: " });
  label.append(field);
  question.append(label);
  const guess = element("p", { className: "predict-guess", hidden: true });
  box.output.before(guess);
  box.predicted = () => {
    box.baked.open = true; // seen once, it need not be hidden again
    guess.textContent = `You expected: ${field.value}`;
    guess.hidden = !field.value.trim();
  };
}
