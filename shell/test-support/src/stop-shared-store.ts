export default async function stopSharedStore(): Promise<void> {
  await (globalThis as { stopSharedStore?: () => Promise<void> }).stopSharedStore?.();
}
