/** The team's pages belong to the agent's app; a browser takes the one manifest there is. */
export const links = () => [{ rel: 'manifest', href: '/agentchat/manifest' }];
