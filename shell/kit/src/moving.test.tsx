import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Navigate, Route, Routes, useNavigate, useSearchParams } from './index.ts';
import { InSite } from './testing/index.ts';

function Filtered() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tag = query.get('tag') ?? 'them';
  return (
    <button type="button" onClick={() => navigate('?tag=pigs')}>
      All of {tag}
    </button>
  );
}

test('a section navigates and reads the query of its address with router exports of the kit', () => {
  render(
    <InSite path="/old">
      <Routes>
        <Route path="/old" element={<Navigate to="/blog" replace />} />
        <Route path="/blog" element={<Filtered />} />
      </Routes>
    </InSite>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'All of them' }));
  expect(screen.getByRole('button', { name: 'All of pigs' })).toBeTruthy();
});
