import { Button, dropHint, type Hint, hintSeconds, showHint } from '@portfolio/kit';

const kinds: readonly Hint['kind'][] = ['loading', 'success', 'warning', 'error', 'info'];

function show(kind: Hint['kind']) {
  const id = showHint({ kind, path: 'kit.example.text', seconds: hintSeconds.success });
  if (kind === 'loading') setTimeout(() => dropHint(id), 2000);
}

export function Hints() {
  return kinds.map((kind) => (
    <Button key={kind} type="button" onClick={() => show(kind)}>
      {kind}
    </Button>
  ));
}
