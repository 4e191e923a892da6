// Puts the output of a cell into the page as JupyterLab does: scripts are made anew, so that they run.
const output = document.getElementById("output");
output.innerHTML = output.dataset.html;
for (const old of output.querySelectorAll("script")) {
  const script = document.createElement("script");
  for (const { name, value } of old.attributes) script.setAttribute(name, value);
  old.replaceWith(script);
}
