import { createRoot } from 'react-dom/client';
import { followTheme } from '#lib/theme';
import { Gallery } from './gallery';
import '../../styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
followTheme();
createRoot(root).render(<Gallery />);
