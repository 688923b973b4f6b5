import { styled, Text, tokens } from '@portfolio/kit';
import type { LucideIcon } from 'lucide-react';
import type { PropsWithChildren } from 'react';

interface Props extends PropsWithChildren {
  icon: LucideIcon;
  /** The key path of its name. */
  label: string;
}

/** One way to reach the owner: what it is, and the way itself below. */
export function Way({ icon: Icon, label, children }: Props) {
  return (
    <Row>
      <Name>
        <Icon size={16} aria-hidden="true" />
        <Text path={label} />
      </Name>
      <Line>{children}</Line>
    </Row>
  );
}

/** Its line lies above it: that of a first row is cut off at the edge of the box. */
const Row = styled.li`
  border-top: 1px solid ${tokens.line};
  margin-top: -1px;
  padding: 14px 0 6px;
`;

const Name = styled.div`
  align-items: center;
  color: ${tokens.textSoft};
  display: flex;
  font-size: 0.9375rem;
  gap: 8px;
  line-height: 1.3;
  white-space: nowrap;
`;

const Line = styled.div`
  align-items: center;
  display: flex;
  gap: 8px;
  justify-content: space-between;
  min-height: 44px;
`;
