/** Imported first: styled-components reads the nonce when its first style is made. */
declare let __webpack_nonce__: string | undefined;

__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
