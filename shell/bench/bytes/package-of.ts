/** The package a source file belongs to; the site's own sources by what they are. */
export function packageOf(file: string): string {
  const installed = file.split('/node_modules/').at(-1);
  if (installed !== undefined && installed !== file) {
    const [scope = '', name] = installed.split('/');
    return scope.startsWith('@') ? `${scope}/${name}` : scope;
  }
  if (file.includes('/shell/kit/')) return 'kit (own sources)';
  return file.includes('/shell/') ? 'shell (own sources)' : 'bundler';
}
