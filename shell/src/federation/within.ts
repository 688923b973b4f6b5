/** What is loading, unless it takes longer than this. */
export function within<Value>(deadlineMs: number, loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${deadlineMs} ms`)), deadlineMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
