import { expect, test } from '@jest/globals';
import { act, render, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { startWithTexts } from '../testing/index.ts';
import { Markdown } from './markdown.tsx';

async function show(markdown: string): Promise<HTMLElement> {
  await act(() => startWithTexts(JSON.stringify({ text: markdown, links: { newTab: 'new tab' } })));
  return render(
    <MemoryRouter>
      <Markdown path="text" />
    </MemoryRouter>,
  ).container;
}

test('Markdown is rendered: paragraphs, emphasis, lists, code, headings below those of the page', async () => {
  const page = await show('# One\n\nA *b* **c** `d`\n\n- e\n- f\n\n## Two');
  const drawn = [...page.querySelectorAll('h3, p, em, strong, code, li')];
  expect(drawn.map((one) => one.tagName).join(' ')).toBe('H3 P EM STRONG CODE LI LI H3');
  expect(page.querySelector('h1, h2, [id]')).toBeNull();
});

test.each([
  '<b id="raw">raw</b>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<iframe srcdoc="<b id=raw>"></iframe><svg onload=alert(1)>',
])('raw HTML is inert: %s', async (html) => {
  const page = await show(`before ${html} after\n\n${html}`);
  const made = page.querySelectorAll('b, script, img, iframe, a, svg, [onload], [onerror]');
  expect(made).toHaveLength(0);
  expect(page.textContent).toContain(html);
});

const linkTo = (address: string) => `[words](${address})`;
test.each([
  ...['javascript:alert', 'JAVASCRIPT:alert', 'vbscript:msgbox', 'tel:+49'].map(linkTo),
  ...['data:text/html,x', 'file:///etc/passwd', 'blob:https://example.com/1'].map(linkTo),
  ...['ftp://example.com', 'view-source:https://example.com'].map(linkTo),
  ...['https:', '/', '/home?language=de', '#top', 'relative', '//example.com'].map(linkTo),
  '[words](/\\\\example.com)',
  '[words](java&#115;cript:alert)',
  '[words][1]\n\n[1]: javascript:alert',
])('%s is no link, but its words stay', async (markdown) => {
  const page = await show(markdown);
  expect(page.querySelector('a')).toBeNull();
  expect(page.textContent).toContain('words');
});

const inNewTab = (address: string) => [address, 'words (new tab)', '_blank noopener noreferrer'];
const inPlace = (address: string) => [address, 'words', ''];

test.each([
  ...['https://example.com', 'HTTPS://EXAMPLE.COM', 'http://example.com/a?b=c&d'].map(inNewTab),
  ...['/portfolio', '/portfolio#mud-inc', 'mailto:a@example.com?cc=https:'].map(inPlace),
  ...['irc://a.example/b', 'ircs://a.example', 'xmpp:a@example.com'].map(inPlace),
])('a link to %s is called "%s" and opens with "%s"', async (address, name, how) => {
  const link = within(await show(`[words](${address})`)).getByRole('link', { name });
  expect(link.getAttribute('href')).toBe(address);
  expect([link.getAttribute('target'), link.getAttribute('rel')].join(' ').trim()).toBe(how);
});

test('a picture in a text is replaced by its description', async () => {
  const page = await show('![a pig](https://example.com/pig.png)');
  expect(page.querySelector('p')?.innerHTML).toBe('a pig');
});
