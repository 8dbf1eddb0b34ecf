/** The outcome of a decision that was sent: on disk, to be sent again, or refused. */
export type PostOutcome = 'recorded' | 'retry' | 'refused';

/**
 * Maps the status of an answer to an outcome. Only 400 means that the server refuses the decision itself. Any other
 * status may be temporary: a limit, a proxy, a server that is being replaced. The site's own server never answers 403,
 * except where a proxy hides the site's host from it.
 */
export function outcomeOf(status: number): PostOutcome {
  if (status === 201) return 'recorded';
  return status === 400 ? 'refused' : 'retry';
}
