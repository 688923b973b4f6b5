import { css, keyframes, styled as plain } from 'styled-components';

export { css, keyframes };

/** The design tokens. Their values, one set per theme, are in the shell's document, for the first paint. */
export const tokens = {
  background: 'var(--background)',
  surface: 'var(--surface)',
  text: 'var(--text)',
  textSoft: 'var(--text-soft)',
  primary: 'var(--primary)',
  /** The primary colour as text: at least 4.5:1 on the background. */
  accent: 'var(--accent)',
  button: 'var(--button)',
  buttonText: 'var(--button-text)',
  line: 'var(--line)',
  /** For a border that keeps the room of a visible one; forced colours would draw one that is transparent. */
  unseen: 'var(--unseen)',
  shadow: 'var(--shadow)',
  skeleton: 'var(--skeleton)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  error: 'var(--error)',
  wall: 'var(--wall)',
  radius: '6px',
  headerHeight: '64px',
} as const;

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

/** The letter `s` and a hash of the styles, which components with equal styles share. */
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

/** For styles of windows up to this ratio of width by height: CSS needs no render and shifts nothing. */
export const onMobile = '@media (max-aspect-ratio: 3/4)';
/** For styles above it. */
export const beyondMobile = '@media not (max-aspect-ratio: 3/4)';

/** Styles while the pointer is over an element, but not after a touch, after which they would remain. */
export const hovered = (...styles: Parameters<typeof css>) => css`
  @media (hover: hover) {
    &:hover {
      ${css(...styles)}
    }
  }
`;

/** For screen readers only: invisible and without a size. */
export const visuallyHidden = css`
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
`;

/** The style of what is pressed like a link within a text, also of a button. */
export const linkLook = css`
  background: none;
  border: 0;
  padding: 0;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;

  ${hovered`
    text-decoration-thickness: 2px;
  `}

  &:active {
    opacity: 0.75;
  }
`;

/** Only for screen readers. */
export const ForEars = styled.span`
  ${visuallyHidden}
`;

/** The style of a card or a box upon the page. */
export const boxLook = css`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
`;

/** A list without marks. */
export const PlainList = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
`;

const turn = keyframes`
  to { rotate: 1turn; }
`;

/** Turns the icon of something in progress, unless the visitor prefers reduced motion. */
export const turning = css`
  animation: ${turn} 1s linear infinite;
`;

export const pulse = keyframes`
  50% { opacity: 0.5; }
`;

/**
 * The skeleton of loading content. It animates the opacity, since a moving gradient would repaint even lazy
 * pictures out of sight 60 times a second.
 */
export const pulsing = css`
  background: ${tokens.skeleton};
  border-radius: ${tokens.radius};

  animation: ${pulse} 1.6s ease-in-out infinite;
`;

/**
 * The style of a primary button, also for links. Forced colours remove the background and show the
 * transparent border.
 */
export const buttonLook = css`
  align-items: center;
  background: ${tokens.button};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.buttonText};
  display: inline-flex;
  font-weight: 600;
  gap: 8px;
  justify-content: center;
  line-height: 1.3;
  min-height: 44px;
  padding: 8px 20px;
  text-align: center;
  text-decoration: none;
  text-wrap: balance;

  ${hovered`
    filter: brightness(1.08);
  `}

  &:active {
    filter: brightness(0.92);
    translate: 0 1px;
  }
`;

/** The style of a secondary button, with a border only. */
export const quietButtonLook = css`
  ${buttonLook}
  background: ${tokens.background};
  border-color: color-mix(in srgb, ${tokens.textSoft} 75%, ${tokens.surface});
  color: ${tokens.text};

  ${hovered`
    border-color: ${tokens.accent};
    filter: none;
  `}
`;

/** A primary button. */
export const Button = styled.button`
  ${buttonLook}
`;

/** A button with an icon only; its `aria-label` is its name. */
export const IconButton = styled.button.attrs({ type: 'button' })`
  background: none;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: inherit;
  display: grid;
  flex: none;
  height: 44px;
  padding: 0;
  place-items: center;
  width: 44px;

  ${hovered`
    border-color: ${tokens.line};
  `}

  &:active {
    background: color-mix(in srgb, currentcolor 20%, transparent);
  }
`;

/** The one title of a page. */
export const Title = styled.h1`
  font-size: clamp(2.25rem, 5.2vw, 3.5rem);
  font-weight: 650;
  letter-spacing: -0.02em;
  line-height: 1.06;
  margin: 0;
  overflow-wrap: break-word;
`;

/** The heading of a part of a page. */
export const Heading = styled.h2`
  break-after: avoid;
  font-size: clamp(1.5rem, 3vw, 1.875rem);
  font-weight: 600;
  letter-spacing: -0.01em;
  margin: 0 0 16px;
`;
