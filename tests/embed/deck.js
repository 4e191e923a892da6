// Each fragment of a slide that names a stage leads the slide's figure there.
const steps = event => {
  const figure = event.fragment.closest("section").querySelector("attention-lab");
  const shown = [...event.fragment.parentElement.querySelectorAll(".fragment.visible[data-step]")];
  figure?.step(shown.at(-1)?.dataset.step ?? figure.getAttribute("stage"));
};
Reveal.on("fragmentshown", steps);
Reveal.on("fragmenthidden", steps);
Reveal.initialize({ hash: false, transition: "none" });
