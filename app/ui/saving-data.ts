/** Whether this browser's owner counts bytes: nothing is fetched then that nobody has reached for. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
