// A frame of a third origin that speaks as if it were the page around, and as if it were the figure.
const command = { "attention-lab": 1, type: "set", id: 1, fragment: "preset=animal" };
const event = { "attention-lab": 1, type: "stage", stage: "hacked", fragment: "" };
addEventListener("message", message => parent.postMessage({ stranger: message.data.type }, "*"));
setInterval(() => {
  parent.frames[0].postMessage(command, "*");
  parent.postMessage(event, "*");
}, 50);
