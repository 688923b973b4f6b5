// Inline in the document: a form that is submitted and a language that is chosen before the app is ready
// (`data-ready`) wait for it. Where the app waits for a late section (`data-late`) or does not run (`data-lost`),
// the browser acts without it: it sends the form, or loads the document in that language. What was typed goes
// along to the next document.

type Field = HTMLInputElement | HTMLTextAreaElement;

const { dataset } = document.documentElement;

const isAlone = () => 'late' in dataset || 'lost' in dataset;
/** Any answer means that the site can be reached. */
const isReachable = () =>
  fetch('', { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
/** Acts unless it was cancelled by then, as the app does when it is ready. */
const actWithoutApp = async (isCancelled: () => boolean, act: () => void) => {
  while (!isCancelled()) {
    const canAct = isAlone() && (await isReachable());
    if (canAct && !isCancelled()) return act();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};
const onEarly = (type: string, act: (event: Event) => void) =>
  document.addEventListener(
    type,
    (event) => {
      if (!('ready' in dataset)) act(event);
    },
    true,
  );

/** Changed fields, in case this document is replaced by another one. */
const changed = new Set<Field>();
addEventListener(
  'input',
  ({ target }) => {
    if ((target as Field).form) changed.add(target as Field);
  },
  true,
);

const submitWithoutApp = (form: HTMLFormElement) => {
  form.dataset.submitted = '';
  actWithoutApp(
    () => !('submitted' in form.dataset && form.isConnected),
    () => {
      delete form.dataset.submitted;
      form.submit();
    },
  );
};
onEarly('submit', (event) => {
  event.preventDefault();
  submitWithoutApp(event.target as HTMLFormElement);
});
// What is sent does not go along.
onEarly('formdata', () => changed.clear());

onEarly('change', ({ target }) => {
  if ((target as HTMLSelectElement).name !== 'language') return;
  actWithoutApp(
    () => 'ready' in dataset || 'leaving' in dataset,
    () => {
      dataset.leaving = '';
      location.reload();
    },
  );
});

// At the last moment: until then this page can be typed into.
addEventListener('pagehide', () => {
  if (!('leaving' in dataset) || changed.size === 0) return;
  const input = [...changed].map(({ name, value, form }) => [name, value, form?.dataset.submitted]);
  try {
    sessionStorage.setItem('typed', JSON.stringify(input));
  } catch {}
});

// Into the page of this document; where there is none, the app does it in its own.
document.addEventListener('DOMContentLoaded', () => {
  try {
    const input: [string, string, string?][] = JSON.parse(sessionStorage.getItem('typed') ?? '[]');
    const fields = [...document.querySelectorAll<Field>('#root form [name]')];
    for (const [name, value, submitted] of input) {
      const field = fields.find((each) => each.name === name);
      if (!field) return;
      field.value = value;
      changed.add(field);
      if (submitted === '' && field.form) submitWithoutApp(field.form);
    }
    sessionStorage.removeItem('typed');
  } catch {}
});
