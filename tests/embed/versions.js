// Keeps what scripts warn of.
window.warnings = [];
console.warn = words => warnings.push(words);
