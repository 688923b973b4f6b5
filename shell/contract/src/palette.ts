/** The colours that the shell's document sets for a theme, by the names of their variables. */
export function palette(document: string, theme: 'dark' | 'light'): Map<string, string> {
  const [, rule = ''] = document.split(`[data-theme='${theme}'] {`, 2);
  const lines = rule.slice(0, rule.indexOf('}\n')).matchAll(/(--[\w-]+): ([^;]+);/g);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}
