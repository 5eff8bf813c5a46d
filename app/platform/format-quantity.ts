const MINUTE = 60;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

/**
 * Formats a duration with symbols that all our languages share: '45 s', '12 min', '1 h 5 min', '2
 * d'. Rounds down; from one day on, hours are omitted unless requested.
 */
export function formatDuration(seconds: number, { hoursOfDays = false } = {}): string {
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
