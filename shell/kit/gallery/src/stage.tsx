import { styled, Text, type Theme, tokens } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';

/** Shows something in a theme, whatever the page is in. */
export function Stage({ theme, children }: PropsWithChildren<{ theme: Theme }>) {
  return (
    <Ground ref={(element) => void (element && wear(element, theme))} data-stage={theme}>
      <Label>
        <Text path={`kit.theme.${theme}`} />
      </Label>
      <div>{children}</div>
    </Ground>
  );
}

/** Copies the theme's values from the document, which has them for the whole page only. */
function wear({ style }: HTMLElement, theme: Theme): void {
  const wanted = theme === 'dark' ? [':root', ":root[data-theme='dark']"] : [':root'];
  for (const rule of [...document.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules)))
    if (wanted.includes(rule.selectorText.replaceAll('"', "'")))
      for (const name of rule.style)
        if (/^(?:--|color-scheme)/.test(name))
          style.setProperty(name, rule.style.getPropertyValue(name));
}

function rulesIn(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return rule;
    const isForScreen = rule instanceof CSSMediaRule && rule.conditionText === 'screen';
    return isForScreen ? rulesIn(rule.cssRules) : [];
  });
}

const Ground = styled.div`
  align-content: start;
  background: ${tokens.background};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: grid;
  gap: 12px;
  padding: 16px;

  > div {
    align-items: center;
    display: flow-root;
  }
`;

const Label = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
`;
