declare global {
  /** The bundler replaces this name with its own variable; styled-components reads it there. */
  var __webpack_nonce__: string | undefined;
}

// Imported first: the nonce is read when the first style is made, and without it there are none.
__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

export {};
