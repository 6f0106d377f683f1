import { QuestionHost, ToastList } from '@drydock/ui'
import { dismissToast, useSession, useToasts } from '@drydock/web-kit'
import { AppErrors } from './AppErrors.tsx'
import { SignIn } from './SignIn.tsx'
import { Workbench } from './Workbench.tsx'

/** The workspace, or the way in. */
export function App() {
	const { status, problem } = useSession()
	const toasts = useToasts((state) => state.toasts)
	return (
		<AppErrors>
			{status === 'signed-out' ? <SignIn problem={problem} /> : <Workbench />}
			<ToastList toasts={toasts} onDismiss={dismissToast} />
			<QuestionHost />
		</AppErrors>
	)
}
