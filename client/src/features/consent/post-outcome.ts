/** What became of a decision that was sent: on disk, to be sent again, or refused. */
export type PostOutcome = 'recorded' | 'retry' | 'refused';

/**
 * Returns what the status of an answer means. The server refuses a decision with 400, and one of another site with 403;
 * anything else may pass: a limit, a proxy, a server that is being replaced.
 */
export function outcomeOf(status: number): PostOutcome {
  if (status === 201) return 'recorded';
  return status === 400 || status === 403 ? 'refused' : 'retry';
}
