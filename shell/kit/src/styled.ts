import { styled as plain } from 'styled-components';

let count = 0;

/**
 * styled-components, whose components are numbered as they are made: a name of its own making is a hash, which
 * stands in a document for each of them, 390 bytes of the home page's.
 */
export const styled: typeof plain = new Proxy(plain, {
  apply: (make, _this, [tag]: Parameters<typeof plain>) => numbered(make(tag)),
  get(make, name: 'div') {
    const made = make[name];
    // Hot reload also asks whether this is a component, by names that are no element's.
    return typeof made === 'function' && 'withConfig' in made ? numbered(made) : made;
  },
});

function numbered<Template>(made: {
  withConfig(config: { componentId: string }): Template;
}): Template {
  return made.withConfig({ componentId: `c${(count++).toString(36)}` });
}
