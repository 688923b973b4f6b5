// Inline in the document: until its page is ready (`data-ready`), a submitted form waits, and until the frame is
// (`data-frame`) a chosen language. When the frame waits for a late section, or the app does not run
// (`data-lost`), the browser sends the form or reloads the document. Typed text is passed to the next document.

type Field = HTMLInputElement | HTMLTextAreaElement;

const { dataset } = document.documentElement;

const isAlone = () => 'frame' in dataset || 'lost' in dataset;
/** Any response means that the site can be reached. */
const isReachable = () =>
  fetch('', { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
/** Acts unless cancelled; the app cancels when it becomes ready. */
const actWithoutApp = async (isCancelled: () => boolean, act: () => void) => {
  while (!isCancelled()) {
    const canAct = isAlone() && (await isReachable());
    if (canAct && !isCancelled()) return act();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};
const onEarly = (type: string, act: (event: Event) => void, part = 'ready') =>
  document.addEventListener(
    type,
    (event) => {
      if (!(part in dataset)) act(event);
    },
    true,
  );

/** Changed fields, whose values the next document receives. */
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
// Sent text is not passed on.
onEarly('formdata', () => changed.clear());

const reloadInLanguage = ({ target }: Event) => {
  if ((target as HTMLSelectElement).name !== 'language') return;
  actWithoutApp(
    () => 'frame' in dataset || 'leaving' in dataset,
    () => {
      dataset.leaving = '';
      location.reload();
    },
  );
};
onEarly('change', reloadInLanguage, 'frame');

// Visitors can type until this event.
addEventListener('pagehide', () => {
  const isReplaced = 'leaving' in dataset || 'lost' in dataset;
  if (!isReplaced || changed.size === 0) return;
  const input = [...changed].map(({ name, value, form }) => [name, value, form?.dataset.submitted]);
  try {
    sessionStorage.setItem('typed', JSON.stringify(input));
  } catch {}
});

// Restores the input of the previous document; without a prerendered page, the app restores it.
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
