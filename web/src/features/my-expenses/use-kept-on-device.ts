import { useQuery } from '@tanstack/react-query';
import { keptOnDevice } from '#lib/kept-keys';
import { useProfile } from '#lib/profile';

/** Whether claims of the person are on this device only. */
export function useKeptOnDevice(): boolean {
  const { id: userId } = useProfile();
  const isKept = () => keptOnDevice(userId).length > 0;
  const { data } = useQuery({
    // The key continues `unsentKey`, whose module is loaded with what is shown.
    queryKey: ['unsent', userId, 'any'],
    queryFn: isKept,
    initialData: isKept,
    staleTime: 0,
  });
  return data;
}
