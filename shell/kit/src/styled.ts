import { styled as plain } from 'styled-components';

/** A function for a template, such as `styled.div`. */
interface Template {
  (styles: TemplateStringsArray, ...values: unknown[]): unknown;
  attrs(...values: unknown[]): Template;
  withConfig(config: { componentId: string }): Template;
}

/**
 * styled-components with ids made of the styles themselves. The library's own depend on the order in which modules
 * run, which differs between the server and the browser.
 */
export const styled: typeof plain = new Proxy(plain, {
  apply: (make, _this, [tag]: Parameters<typeof plain>) => named(make(tag) as unknown as Template),
  get(make, name: 'div') {
    const made = make[name];
    // Hot reload also reads other names, to find out whether this is a component.
    const isTemplate = typeof made === 'function' && 'withConfig' in made;
    return isTemplate ? named(made as unknown as Template) : made;
  },
});

function named(template: Template): Template {
  const make = (styles: TemplateStringsArray, ...values: unknown[]) =>
    template.withConfig({ componentId: idOf([styles, values]) })(styles, ...values);
  return Object.assign(make, {
    attrs: (...values: unknown[]) => named(template.attrs(...values)),
    withConfig: (config: { componentId: string }) => template.withConfig(config),
  });
}

/** Four letters; components with equal styles may share an id. */
function idOf(styles: unknown[]): string {
  let hash = 7;
  for (const character of textOf(styles)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return `s${(hash % 36 ** 4).toString(36)}`;
}

/** The texts of styles, without functions and animations. */
function textOf(part: unknown): string {
  if (Array.isArray(part)) return part.map(textOf).join('|');
  return typeof part === 'string' ? part : '';
}
