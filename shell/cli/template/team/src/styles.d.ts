declare module '*.module.css' {
  const names: Record<string, string>;
  export default names;
}

declare module '*.css?inline' {
  const text: string;
  export default text;
}
