import {
  lazyPart,
  onlyWithApp,
  SectionSwap,
  styled,
  tokens,
  useLiveReleases,
} from '@portfolio/kit';
import { use } from 'react';

const Nothing = () => null;
const PlanRows = lazyPart(() => import('./plan-rows.tsx').then((m) => m.PlanRows), Nothing, 8000);

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
