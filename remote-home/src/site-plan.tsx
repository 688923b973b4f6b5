import { onlyWithApp, SectionSwap, styled, tokens, useLiveReleases } from '@portfolio/kit';
import { use } from 'react';
import { PlanRows } from './plan-rows.tsx';

/** The live site: the shell between its walls, with its sections, each with the age of its release. */
export function SitePlan() {
  const [plan, releases] = useLiveReleases();
  const { swapped } = use(SectionSwap);
  // A prerendered page, which is made once, only reserves the space until it is visible.
  const isSeen = swapped || releases.some(({ age }) => age);
  return <Shell ref={plan}>{isSeen && <PlanRows releases={releases} />}</Shell>;
}

const Shell = styled.figure`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 240px auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-size: 0.8125rem;
  margin: 24px 0 0;
  min-height: 196px;
  overflow: hidden;

  ${onlyWithApp}
`;
