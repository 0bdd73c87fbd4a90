export const download = 'Proof pack';
export const hint =
  'A zip with the events, receipts and figures, and with a verifier that needs neither Outlay nor a network.';
export const received = (megabytes: string) => `${megabytes} MB`;
export const failed = 'Failed to download the proof pack';
