const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long something took, in signs that every language here has: '45 s', '12 min', '1 h 5 min', '2 d'.
 * What has not passed yet is not told; from a day on neither are hours, where nobody asks for them.
 */
export function sayDuration(seconds: number, { hoursOfDays = false } = {}): string {
  const whole = Math.floor(seconds);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min`;
  if (whole < DAY) {
    const hours = `${Math.floor(whole / HOUR)} h`;
    const rest = Math.floor((whole % HOUR) / MINUTE);
    return rest === 0 ? hours : `${hours} ${rest} min`;
  }
  const days = `${Math.floor(whole / DAY)} d`;
  const rest = hoursOfDays ? Math.floor((whole % DAY) / HOUR) : 0;
  return rest === 0 ? days : `${days} ${rest} h`;
}
