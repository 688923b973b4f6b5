/** Stops the server of `shared-store.ts`. */
export default async function stopSharedStore(): Promise<void> {
  await (globalThis as { stopSharedStore?: () => Promise<void> }).stopSharedStore?.();
}
