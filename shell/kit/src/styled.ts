import { styled as plain } from 'styled-components';

let count = 0;

/**
 * styled-components with numbered component ids: the library's own ids are hashes, which add 390 bytes to the
 * document of the home page.
 */
export const styled: typeof plain = new Proxy(plain, {
  apply: (make, _this, [tag]: Parameters<typeof plain>) => numbered(make(tag)),
  get(make, name: 'div') {
    const made = make[name];
    // Hot reload also reads other names, to find out whether this is a component.
    return typeof made === 'function' && 'withConfig' in made ? numbered(made) : made;
  },
});

function numbered<Template>(made: {
  withConfig(config: { componentId: string }): Template;
}): Template {
  return made.withConfig({ componentId: `c${(count++).toString(36)}` });
}
