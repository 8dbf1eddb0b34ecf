import type { Context } from 'hono';
import { nodeRequest } from './request-header.ts';

/**
 * Lets the connection of a request be silent for this many milliseconds, for an answer that takes long to make. Returns
 * a function that brings the connection's usual limit back (./connections.ts): call it when the answer is made.
 */
export function allowSilence(c: Context, ms: number): () => void {
  const socket = nodeRequest(c)?.socket;
  const usual = socket?.timeout;
  socket?.setTimeout(ms);
  return () => {
    if (usual !== undefined) socket?.setTimeout(usual);
  };
}
