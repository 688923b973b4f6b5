/** The design tokens. Their values, one set per theme, are in the shell's document, for the first paint. */
export const tokens = {
  background: 'var(--background)',
  surface: 'var(--surface)',
  text: 'var(--text)',
  textSoft: 'var(--text-soft)',
  primary: 'var(--primary)',
  /** The primary colour as text: at least 4.5:1 on the background. */
  accent: 'var(--accent)',
  button: 'var(--button)',
  buttonText: 'var(--button-text)',
  line: 'var(--line)',
  /** For a border that keeps the room of a visible one; forced colours would draw one that is transparent. */
  unseen: 'var(--unseen)',
  shadow: 'var(--shadow)',
  skeleton: 'var(--skeleton)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  error: 'var(--error)',
  wall: 'var(--wall)',
  radius: '6px',
  headerHeight: '64px',
} as const;
