import { redirect } from 'react-router';

/**
 * What other apps share with the agent's app is taken by its worker (public/service-worker.js). Here comes
 * only what no worker was there for: nothing of it is read, and whoever shared it is told.
 */
export const action = () => redirect('/agentchat?shared=lost', 303);

export const loader = () => redirect('/agentchat');
