// What a page can do with a figure: hear of it, and step it.
const figure = document.getElementById("first");
document.getElementById("next").addEventListener("click", () => figure.step("next"));
document.addEventListener("attention-lab:stage", event => {
  document.getElementById("stage").value = event.detail.stage;
});
document.addEventListener("attention-lab:edit", event => {
  document.getElementById("edits").value = event.detail.changed;
});
