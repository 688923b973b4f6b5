/** The colours that the shell's document sets for a theme, by the names of their variables. */
export function palette(document: string, theme: 'dark' | 'light'): Map<string, string> {
  const [, rule = ''] = document.split(`[data-theme='${theme}'] {`, 2);
  const lines = rule.slice(0, rule.indexOf('}\n')).matchAll(/(--[\w-]+): ([^;]+);/g);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** Inserts the colours of a theme, and its name for `{{theme}}`, into a drawing that uses these variables. */
export function withPalette(drawing: string, document: string, theme: 'dark' | 'light'): string {
  const colours = palette(document, theme);
  return drawing
    .replaceAll('{{theme}}', theme)
    .replaceAll(/var\((--wall-\w+)\)/g, (all, name) => colours.get(name) ?? all);
}
