/** What became of a decision that was sent: on disk, to be sent again, or refused. */
export type PostOutcome = 'recorded' | 'retry' | 'refused';

/**
 * Returns what the status of an answer means. Only 400 is the server's refusal of the decision itself. Any other status
 * may be temporary: a limit, a proxy, a server that is being replaced. A 403 never comes from the site's own server,
 * except where a proxy hides the site's host from it.
 */
export function outcomeOf(status: number): PostOutcome {
  if (status === 201) return 'recorded';
  return status === 400 ? 'refused' : 'retry';
}
