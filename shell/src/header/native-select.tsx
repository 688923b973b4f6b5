import { styled, tokens } from '@portfolio/kit';

/** What a select of the platform is told. */
export interface NativeSelectProps<Choice extends string> {
  label: string;
  /** The name by which the document's first script finds it, before the app runs. */
  name: 'language' | 'theme';
  value: Choice;
  options: readonly { choice: Choice; name: string }[];
  onChange: (choice: Choice) => void;
}

/** The platform's select, unseen: what it looks like lies below it. */
export function NativeSelect<Choice extends string>(props: NativeSelectProps<Choice>) {
  const { label, name, value, options, onChange } = props;
  return (
    <Native
      aria-label={label}
      name={name}
      // A browser may restore an older choice after a reload.
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value as Choice)}
    >
      {options.map(({ choice, name }) => (
        <Option key={choice} value={choice}>
          {name}
        </Option>
      ))}
    </Native>
  );
}

/** Lies unseen over the whole face: the browser's own list of choices opens where one clicks. */
const Native = styled.select`
  appearance: none;
  color: inherit;
  cursor: pointer;
  font: inherit;
  height: 100%;
  inset: 0;
  opacity: 0;
  position: absolute;
  width: 100%;
`;

/** In some browsers the list has the colours of the system, not of the page. */
const Option = styled.option`
  background: ${tokens.surface};
  color: ${tokens.text};
`;
