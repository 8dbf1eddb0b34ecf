/**
 * The result of an attempt. `later`: this message may be accepted at another time, not before `retryAt`. `unreachable`: no
 * message can be sent now. `refused`: this message never will be accepted. `gone`: the receiver wants no further messages.
 */
export type SendOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string; mayHaveArrived?: false }
  | {
      outcome: 'later' | 'unreachable' | 'refused';
      reason: string;
      /** Whether the receiver had the whole message, and so may have accepted it. */
      mayHaveArrived?: boolean;
      retryAt?: number;
      /** The receiver refuses us, as far as can be told from one message. Other messages are tried all the same. */
      isAboutUs?: boolean;
    };

/** The result of an attempt whose receiver wants further messages. */
export type AttemptResult = Exclude<SendOutcome, { outcome: 'gone' }>;
