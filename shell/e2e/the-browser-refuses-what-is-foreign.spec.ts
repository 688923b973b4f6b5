import { expect, test } from './fixtures/fixtures.ts';

test.describe('with a shell that was changed on its way', () => {
  test.use({ expectedErrors: [/integrity/] });

  test('the page stays as it was sent rather than foreign', async ({ page }) => {
    await page.route('**/releases/shell/*/main.*.mjs', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'document.body.textContent = "taken over";',
      }),
    );
    const refused = page.waitForEvent('console', (said) => /integrity/.test(said.text()));
    await page.goto('/home');
    await refused;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('taken over')).toHaveCount(0);
  });
});

test('the document lets nothing run or frame that the site did not write', async ({
  request,
  site,
}) => {
  const headers = (await request.get(`${site.url}/home`)).headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
});
