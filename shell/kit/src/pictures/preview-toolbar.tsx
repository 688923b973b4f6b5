import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { css, styled } from 'styled-components';
import { IconButton } from '../layout/icon-button.tsx';
import { useSettings } from '../settings.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { placedApart } from './preview-window.ts';
import { canZoomIn, canZoomOut } from './zoom.ts';

interface Props extends PropsWithChildren {
  scale: number;
  onZoom: (direction: 'in' | 'out') => void;
  /** Such as `2 / 5`. */
  position: string;
  /** Moves by so many pictures; without it there is only one. */
  onMove?: (by: number) => void;
  onClose: () => void;
}

/** The preview's toolbar: the picture's header on the left, what can be done with it on the right. */
export function PreviewToolbar({ scale, onZoom, position, onMove, onClose, children }: Props) {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', useGrouping: false });
  return (
    <Bar role="toolbar" aria-label={text('preview.toolbar')}>
      {children}
      <Actions>
        {onMove && (
          <>
            <Action aria-label={text('preview.previous')} onClick={() => onMove(-1)}>
              <ChevronLeft />
            </Action>
            <Value>{position}</Value>
            <Action aria-label={text('preview.next')} onClick={() => onMove(1)}>
              <ChevronRight />
            </Action>
          </>
        )}
        <Action
          aria-label={text('preview.zoomOut')}
          // Not `disabled`: the focus would be lost at the end of the scale.
          aria-disabled={!canZoomOut(scale)}
          onClick={() => onZoom('out')}
        >
          <ZoomOut />
        </Action>
        <Value role="status">{percent.format(scale)}</Value>
        <Action
          aria-label={text('preview.zoomIn')}
          aria-disabled={!canZoomIn(scale)}
          onClick={() => onZoom('in')}
        >
          <ZoomIn />
        </Action>
        <Action aria-label={text('preview.close')} onClick={onClose}>
          <X />
        </Action>
      </Actions>
    </Bar>
  );
}

/** No box of its own where the description stands between header and buttons. */
const Bar = styled.div`
  align-items: center;
  background: rgb(0 12 26 / 92%);
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  grid-area: toolbar;
  justify-content: space-between;
  min-height: ${tokens.headerHeight};
  padding: 8px clamp(8px, 2.5vw, 16px);

  ${placedApart(css`
    display: contents;
  `)}
`;

const Actions = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: clamp(0px, 1vw - 3px, 4px);
  margin-inline-start: auto;

  ${placedApart(css`
    background: rgb(0 12 26 / 92%);
    gap: 0;
    grid-area: toolbar;
    justify-content: space-between;
    margin: 0;
    padding: 4px 2px 8px;
  `)}
`;

const Action = styled(IconButton)`
  --line: rgb(255 255 255 / 40%);

  &[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
`;

/** Small where room is: the buttons are in one row at 5000 % on 320 px beside a scrollbar, too. */
const Value = styled.span`
  font-variant-numeric: tabular-nums;
  min-width: 2.6em;
  text-align: center;

  ${placedApart(css`
    font-size: 0.875rem;
    min-width: 0;
  `)}
`;
