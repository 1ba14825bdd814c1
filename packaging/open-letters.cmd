@echo off
rem Lets a double-click open letters of games by mail, for you alone. Run it again when this folder has moved.
setlocal
set CLASSES=HKCU\Software\Classes
reg add "%CLASSES%\.letter" /ve /d Rasputitsa.letter /f >nul || exit /b 1
reg add "%CLASSES%\Rasputitsa.letter" /ve /d "Rasputitsa letter of a game by mail" /f >nul || exit /b 1
reg add "%CLASSES%\Rasputitsa.letter\shell\open\command" /ve /d "\"%~dp0rasputitsaw.exe\" \"%%1\"" /f >nul || exit /b 1
echo Letters now open with %~dp0rasputitsaw.exe
