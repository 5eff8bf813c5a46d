/** Not every system has badges. */
type Badges = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** The icon of the installed app says what the dashboard says: how many messages are unread. */
export async function setBadge(unread: number): Promise<void> {
  const badges = navigator as Badges;
  try {
    if (unread > 0) await badges.setAppBadge?.(unread);
    else await badges.clearAppBadge?.();
  } catch {
    // Refused where the app is not installed: there is no icon to put it on.
  }
}
