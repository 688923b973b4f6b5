/** The colours that the shell's document sets for a theme, by the names of their variables. */
export function palette(document: string, theme: 'dark' | 'light'): Map<string, string> {
  const [, rule = ''] = document.split(`[data-theme='${theme}'] {`, 2);
  const lines = rule.slice(0, rule.indexOf('}\n')).matchAll(/(--[\w-]+): ([^;]+);/g);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** A drawing that uses these variables, and is drawn for `{{theme}}`, in the colours of a theme. */
export function withPalette(drawing: string, document: string, theme: 'dark' | 'light'): string {
  const colours = palette(document, theme);
  return drawing
    .replaceAll('{{theme}}', theme)
    .replaceAll(/var\((--wall-\w+)\)/g, (all, name) => colours.get(name) ?? all);
}
