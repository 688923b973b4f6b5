// What tools need and no visitor: one file, as each stands with its hash in every document.
export { captureMarkup } from './capture-markup.ts';
export { showToDevTools } from './federation/dev-tools.ts';
