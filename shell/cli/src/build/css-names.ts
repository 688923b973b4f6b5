/** Stands in for an imported CSS file in tests: the name of a class is its name. */
export default new Proxy<Record<string, string>>({}, { get: (_names, name) => String(name) });
