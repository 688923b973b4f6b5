import { Arrow, Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import type { PropsWithChildren } from 'react';
import { styled } from 'styled-components';
import { Text } from '../texts/text.tsx';
import { tokens } from '../tokens.ts';

/** A tooltip on hover and focus that Escape takes away. */
export function WithTooltip({ path, children }: PropsWithChildren<{ path: string }>) {
  return (
    <Provider delayDuration={300}>
      <Root>
        <Trigger asChild>{children}</Trigger>
        <Portal>
          <Bubble sideOffset={6} collisionPadding={8}>
            <Text path={path} />
            <Arrow />
          </Bubble>
        </Portal>
      </Root>
    </Provider>
  );
}

const Bubble = styled(Content)`
  background: ${tokens.text};
  border-radius: ${tokens.radius};
  color: ${tokens.background};
  font-size: 0.875rem;
  max-width: min(320px, 90vw);
  padding: 6px 10px;
  z-index: 40;
`;
