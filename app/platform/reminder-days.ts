export const REMINDERS_AT_MOST = 5;
export const REMINDER_DAY_AT_MOST = 365;

/** Reads growing numbers of days such as '3, 10, 20', or 'off' for none. Returns undefined for anything else. */
export function readReminderDays(text: string): readonly number[] | undefined {
  if (text.trim().toLowerCase() === 'off') return [];
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > REMINDERS_AT_MOST || parts.some((part) => !/^[1-9]\d{0,2}$/.test(part))) {
    return undefined;
  }
  const days = parts.map(Number);
  const isGrowing = days.every(
    (day, index) => day <= REMINDER_DAY_AT_MOST && (index === 0 || day > (days[index - 1] ?? 0)),
  );
  return isGrowing ? days : undefined;
}
